<?php
// Shows whether an order is paid. The shopper comes back here after every application, often before the event: also after
// a decline, or if they left.
declare(strict_types=1);
require __DIR__ . '/../shop.php';

const MAX_VIEWS = 15; // the page waits this many times two seconds for the event

$id = $_GET['id'] ?? '';
$order = find_order(open_orders(), is_string($id) ? $id : '');
$is_pending = ($order['status'] ?? '') === 'pending';
$views = (int) ($_GET['views'] ?? 0) + 1;
$is_waiting = $is_pending && $views <= MAX_VIEWS;
http_response_code($order === null ? 404 : 200);
header('Cache-Control: private, no-store');
?>
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <?php if ($is_waiting) { ?>
      <meta http-equiv="refresh" content="2; url=?id=<?= $order['id'] ?>&amp;views=<?= $views ?>">
    <?php } ?>
    <title>Your order</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>Your order is <?= $order['status'] ?? 'unknown' ?></h1>
    <?php if ($is_pending && $order['note'] !== null) { ?>
      <p>Your application ended without a purchase. <a href="/checkout.php">Choose another way to pay</a>.</p>
    <?php } elseif ($is_pending && !$is_waiting) { ?>
      <p>We haven’t heard from the lender yet. If your application was approved, there’s nothing else to do.
        Otherwise, <a href="/checkout.php">choose another way to pay</a>.</p>
    <?php } ?>
  </body>
</html>
