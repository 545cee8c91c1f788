<?php
// The parts that the pages of the shop share: its orders, purchase tokens, and events of the Financing Service.
declare(strict_types=1);

/** The merchant location that sells the orders. Tokens name it, so a link can't be made for another location. */
const LOCATION = 'main-street';

/** Opens the database of orders, and creates its tables the first time. */
function open_orders(): PDO
{
    $orders = new PDO('sqlite:' . getenv('SHOP_DATABASE'));
    $orders->exec('PRAGMA busy_timeout = 5000');
    $orders->exec('CREATE TABLE IF NOT EXISTS orders (
        id TEXT PRIMARY KEY, cents INTEGER NOT NULL, status TEXT NOT NULL, purchase_id TEXT, note TEXT)');
    $orders->exec('CREATE TABLE IF NOT EXISTS second_loans (
        purchase_id TEXT PRIMARY KEY, order_id TEXT NOT NULL)');
    return $orders;
}

/** Creates a pending order. Its ID can't be guessed, because it's also the reference of the purchase. */
function create_order(PDO $orders, int $cents): string
{
    $id = bin2hex(random_bytes(16));
    $orders->prepare("INSERT INTO orders VALUES (?, ?, 'pending', NULL, NULL)")->execute([$id, $cents]);
    return $id;
}

/** Returns an order, or null. */
function find_order(PDO $orders, string $id): ?array
{
    $found = $orders->prepare('SELECT * FROM orders WHERE id = ?');
    $found->execute([$id]);
    return $found->fetch(PDO::FETCH_ASSOC) ?: null;
}

/** True if an event names no other amount and no other location than the order. Not all events name them. */
function is_event_of(?array $order, array $payload): bool
{
    $cents = is_numeric($payload['amount'] ?? null) ? (int) round($payload['amount'] * 100) : null;
    $is_same_amount = $cents === null || $order === null || $cents === $order['cents'];
    return $is_same_amount && in_array($payload['location'] ?? LOCATION, ['', LOCATION], true);
}

/** Marks an order as paid, once. A second loan for the same order is stored, so that someone can have it voided. */
function record_purchase(PDO $orders, string $id, string $purchase_id): void
{
    // One statement decides, so two events that arrive at the same time can't both pay the order.
    $pay = $orders->prepare("UPDATE orders SET status = 'paid', purchase_id = ? WHERE id = ? AND status = 'pending'");
    $pay->execute([$purchase_id, $id]);
    if ($pay->rowCount() === 1) {
        return; // ship from a job that reads paid orders
    }
    $order = find_order($orders, $id);
    if ($order === null || in_array($purchase_id, ['', $order['purchase_id']], true)) {
        return; // an order of another shop, or a repeated delivery
    }
    $orders->prepare('INSERT OR IGNORE INTO second_loans VALUES (?, ?)')->execute([$purchase_id, $id]);
    error_log("Order $id is financed twice: ask the service operator to void the purchase $purchase_id");
}

/** Notes on a pending order that an application ended without a purchase. Another one can still pay the order. */
function note_unpaid(PDO $orders, string $id, string $event_type): void
{
    $orders->prepare("UPDATE orders SET note = ? WHERE id = ? AND status = 'pending'")->execute([$event_type, $id]);
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/** Returns a token with which the proxy verifies the amount of an order, for an hour. */
function sign_purchase(array $order): string
{
    $purchase = [
        'amount' => $order['cents'] / 100,
        'transactionId' => $order['id'],
        'location' => LOCATION,
        'exp' => time() + 3600,
    ];
    $signed = 'v1.' . base64url(json_encode($purchase, JSON_THROW_ON_ERROR));
    $mac = hash_hmac('sha256', $signed, (string) getenv('FINANCING_PURCHASE_SECRET'), true);
    return $signed . '.' . base64url($mac);
}

/** True for a signature that is at most five minutes old and covers these bytes. */
function is_signed(string $header, string $body): bool
{
    preg_match('/(?:^|,)\s*t=(\d{1,12})\s*(?:,|$)/', $header, $time);
    preg_match_all('/(?:^|,)\s*v1=([0-9a-f]{64})/', strtolower($header), $signatures);
    if (!$time || abs(time() - (int) $time[1]) > 300) {
        return false;
    }
    // Two secrets, separated by a comma, while one is rotated.
    foreach (array_map('trim', explode(',', (string) getenv('FINANCING_WEBHOOK_SECRET'))) as $secret) {
        $expected = hash_hmac('sha256', "$time[1].$body", $secret);
        foreach ($signatures[1] as $signature) {
            if (strlen($secret) >= 16 && hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}

/** Decodes an event. PHP refuses a byte order mark and half a surrogate pair, which the service may send. */
function decode_event(string $body): ?array
{
    $plain = preg_replace('/^\xEF\xBB\xBF/', '', $body);
    $plain = preg_replace('/\\\\[^u](*SKIP)(*FAIL)|\\\\ud[89a-f][0-9a-f]{2}/i', '\\ufffd', $plain);
    $event = json_decode($plain, true, 65536, JSON_BIGINT_AS_STRING);
    return is_string($event['eventType'] ?? null) && is_array($event['payload'] ?? null) ? $event : null;
}
