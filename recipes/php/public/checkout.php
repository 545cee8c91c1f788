<?php
// Creates an order once for each cart, and shows its checkout.
declare(strict_types=1);
require __DIR__ . '/../shop.php';

$orders = open_orders();
$cents = 129900; // from your cart, never from the request
session_start();
$order = find_order($orders, $_SESSION['order'] ?? '');
// A reload shows the same order, so a second loan for the same cart is found.
if ($order === null || $order['status'] !== 'pending' || $order['cents'] !== $cents) {
    $_SESSION['order'] = create_order($orders, $cents);
    $order = find_order($orders, $_SESSION['order']);
}
header('Cache-Control: private, no-store'); // each view has its own purchase
?>
<!doctype html>
<html lang="en" data-financing-location="<?= LOCATION ?>">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Checkout</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/financing/elements.css">
    <script type="module" src="/financing/elements.js"></script>
  </head>
  <body>
    <h1>Checkout</h1>
    <p>Hollis sofa: $<?= number_format($order['cents'] / 100, 2) ?></p>
    <pay-over-time-button
      amount="<?= $order['cents'] / 100 ?>"
      transaction-id="<?= $order['id'] ?>"
      purchase="<?= sign_purchase($order) ?>"
      redirect-url="/order.php?id=<?= $order['id'] ?>"
    ></pay-over-time-button>
    <script type="module">
      // The application took place in another tab. Leave this page, where a click would finance the order twice.
      document.addEventListener('financing-status', ({ status, target }) => {
        if (status === 'completed') location.replace(target.redirectUrl);
      });
    </script>
  </body>
</html>
