<?php
// Shows a product with its monthly payment. This page has no purchase token, so it may be cached.
declare(strict_types=1);
require __DIR__ . '/../shop.php';

$cents = 129900; // from your catalog
?>
<!doctype html>
<html lang="en" data-financing-location="<?= LOCATION ?>">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Hollis sofa</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/financing/elements.css">
    <script type="module" src="/financing/elements.js"></script>
  </head>
  <body>
    <h1>Hollis sofa, $<?= number_format($cents / 100, 2) ?></h1>
    <financing-estimate amount="<?= $cents / 100 ?>">Financing available at checkout</financing-estimate>
    <p><prequal-button></prequal-button> <a href="/checkout.php">Check out</a></p>
  </body>
</html>
