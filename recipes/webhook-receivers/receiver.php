<?php
// Receives events of the Financing Service in PHP 8. To try it: php -S 127.0.0.1:9000 receiver.php
declare(strict_types=1);

const TOLERANCE = 300; // seconds between the time of a signature and the clock of this machine
const MOST_BYTES = 65536;

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
 * Tells whether a signed body is an event. PHP refuses what the service may send: a byte order mark, half a surrogate pair, a
 * key that begins with U+0000, and deep nesting.
 */
function is_event(string $body): bool
{
    $plain = str_starts_with($body, "\xEF\xBB\xBF") ? substr($body, 3) : $body;
    $plain = preg_replace('/\\\\[^u](*SKIP)(*FAIL)|\\\\u(?:0000|d[89a-f][0-9a-f]{2})/i', '\\ufffd', $plain);
    $event = json_decode($plain);
    if (json_last_error() === JSON_ERROR_DEPTH) {
        return true; // nested too deep to look into, but signed
    }
    return is_string($event->eventType ?? null) && is_object($event->payload ?? null);
}

/** Stores an event as a file. A repeated delivery has the same name, so it is stored once. */
function store_event(string $inbox, string $time, string $body): void
{
    $unfinished = $inbox . '/new-' . bin2hex(random_bytes(8));
    // Renamed when complete: a reader never sees half an event.
    $file = $inbox . '/' . hash('sha256', "$time.$body") . '.json';
    if (file_put_contents($unfinished, $body) === false || !rename($unfinished, $file)) {
        throw new RuntimeException('The event was not stored');
    }
}

/** Handles the request, and returns the status of the answer. */
function receive(array $secrets, string $inbox): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        header('Allow: POST');
        return 405;
    }
    // The signature covers the bytes as they came: verify first, parse afterwards.
    $body = file_get_contents('php://input', length: MOST_BYTES + 1);
    if (strlen($body) > MOST_BYTES) {
        return 413;
    }
    $time = signed_at($_SERVER['HTTP_SVC_SIGNATURE'] ?? '', $body, $secrets);
    if ($time === null) {
        return 401;
    }
    if (!is_event($body)) {
        return 400;
    }
    store_event($inbox, $time, $body);
    return 204;
}

// Until the event is stored. Else PHP answers 200 to what fails, where it displays errors.
http_response_code(500);
// Two secrets, separated by a comma, while one is rotated. The service has 16 characters or more in each.
$secrets = explode(',', (string) getenv('FINANCING_WEBHOOK_SECRET'));
$inbox = (string) getenv('INBOX');
if (min(array_map('strlen', $secrets)) < 16 || !is_dir($inbox)) {
    error_log('Set FINANCING_WEBHOOK_SECRET (16 characters or more) and INBOX (a folder)');
    exit;
}
http_response_code(receive($secrets, $inbox));
