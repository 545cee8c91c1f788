<?php
// Receives events of the Financing Service in PHP 8. To try it: php -S 127.0.0.1:9000 receiver.php
declare(strict_types=1);

const TOLERANCE = 300; // seconds between the time of a signature and the clock of this machine
const MAX_BYTES = 65536;

/** Returns the time of a signature that is at most five minutes old and made with one of the secrets, or null. */
function signed_at(string $header, string $body, array $secrets): ?string
{
    preg_match('/(?:^|,)\s*t=(\d{1,12})\s*(?:,|$)/', $header, $time);
    preg_match_all('/(?:^|,)\s*v1=([0-9a-f]{64})/', strtolower($header), $signatures);
    if (!$time || abs(time() - (int) $time[1]) > TOLERANCE) {
        return null;
    }
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', "$time[1].$body", $secret);
        foreach ($signatures[1] as $signature) {
            if (hash_equals($expected, $signature)) { // takes the same time for every wrong signature
                return $time[1];
            }
        }
    }
    return null;
}

/**
 * Parses a signed body, and returns null if it isn't an event. PHP refuses what the service may send: a byte order mark, half a
 * surrogate pair, a key that begins with U+0000, and deep nesting.
 */
function parse_event(string $body): ?object
{
    $plain = str_starts_with($body, "\xEF\xBB\xBF") ? substr($body, 3) : $body;
    $plain = preg_replace('/\\\\[^u](*SKIP)(*FAIL)|\\\\u(?:0000|d[89a-f][0-9a-f]{2})/i', '\\ufffd', $plain);
    $event = json_decode($plain, flags: JSON_BIGINT_AS_STRING);
    if (json_last_error() === JSON_ERROR_DEPTH) {
        return new stdClass(); // nested too deeply to read, but signed
    }
    return is_string($event->eventType ?? null) && is_object($event->payload ?? null) ? $event : null;
}

/** Creates a file with a text, unless the file exists, and returns the text that it has. */
function first_text(string $file, string $text): string
{
    $unfinished = dirname($file) . '/new-' . bin2hex(random_bytes(8));
    if (file_put_contents($unfinished, $text) !== false) {
        @link($unfinished, $file); // fails if the file exists, so the first of two events wins
        unlink($unfinished);
    }
    $first = file_get_contents($file);
    return $first === false ? throw new RuntimeException('The purchase was not stored') : $first;
}

/**
 * Returns the folder for an event: the inbox, or `second-loans` if the event reports a purchase of an order that an earlier
 * purchase has paid.
 */
function folder_for(object $event, string $inbox): string
{
    $payload = $event->payload ?? null;
    $order = ($payload->transactionId ?? '') ?: ($payload->referral ?? '');
    $purchase = $payload->purchaseId ?? '';
    $is_purchase = ($event->eventType ?? '') === 'TEXT_TO_PAY_COMPLETED';
    if (!$is_purchase || !is_string($order) || !is_scalar($purchase) || in_array('', [$order, $purchase], true)) {
        return $inbox;
    }
    foreach (['purchases', 'second-loans'] as $folder) {
        is_dir("$inbox/$folder") || @mkdir("$inbox/$folder");
    }
    $first = first_text("$inbox/purchases/" . hash('sha256', $order), (string) $purchase);
    if ($first === (string) $purchase) {
        return $inbox;
    }
    error_log('An order is financed twice: see second-loans, and ask the service operator to void the purchase');
    return "$inbox/second-loans";
}

/** Stores an event as a file. A repeated delivery has the same name, so it's stored once. */
function store_event(string $folder, string $time, string $body): void
{
    $unfinished = $folder . '/new-' . bin2hex(random_bytes(8));
    // Renamed when complete, so a reader never sees half an event.
    $file = $folder . '/' . hash('sha256', "$time.$body") . '.json';
    if (file_put_contents($unfinished, $body) === false || !rename($unfinished, $file)) {
        throw new RuntimeException('The event was not stored');
    }
}

/** Handles the request, and returns the status of the response. */
function receive(array $secrets, string $inbox): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        header('Allow: POST');
        return 405;
    }
    // The signature covers the raw bytes, so verify them before parsing.
    $body = file_get_contents('php://input', length: MAX_BYTES + 1);
    if (strlen($body) > MAX_BYTES) {
        return 413;
    }
    $time = signed_at($_SERVER['HTTP_SVC_SIGNATURE'] ?? '', $body, $secrets);
    if ($time === null) {
        return 401;
    }
    $event = parse_event($body);
    if ($event === null) {
        return 400;
    }
    store_event(folder_for($event, $inbox), $time, $body);
    return 204;
}

// Until the event is stored. Otherwise, PHP responds with 200 to a failure if it displays errors.
http_response_code(500);
// While a secret is rotated, there are two, separated by a comma. Each has at least 16 characters.
$secrets = array_map('trim', explode(',', (string) getenv('FINANCING_WEBHOOK_SECRET')));
$inbox = (string) getenv('INBOX');
if (min(array_map('strlen', $secrets)) < 16 || !is_dir($inbox)) {
    error_log('Set FINANCING_WEBHOOK_SECRET (16 characters or more) and INBOX (a folder)');
    exit;
}
http_response_code(receive($secrets, $inbox));
