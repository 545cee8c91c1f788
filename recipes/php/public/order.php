<?php
// Shows whether an order is paid. The shopper comes back here, often before the event.
declare(strict_types=1);
require __DIR__ . '/../shop.php';

$id = $_GET['id'] ?? '';
$order = find_order(open_orders(), is_string($id) ? $id : '');
http_response_code($order === null ? 404 : 200);
header('Cache-Control: private, no-store');
?>
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <?php if (($order['status'] ?? '') === 'pending') { ?>
      <meta http-equiv="refresh" content="2">
    <?php } ?>
    <title>Your order</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>Your order is <?= $order['status'] ?? 'unknown' ?></h1>
  </body>
</html>
