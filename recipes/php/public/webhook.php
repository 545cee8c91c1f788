<?php
// Receives the events that the proxy passes on, marks orders as paid, and notes applications without a purchase.
declare(strict_types=1);
require __DIR__ . '/../shop.php';

const MAX_BYTES = 65536;
const UNPAID = ['TEXT_TO_PAY_FAILED', 'TEXT_TO_PAY_ABORTED']; // declined, or the shopper left

/** Handles the request, and returns the status of the response. */
function receive(): int
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
    if (!is_signed($_SERVER['HTTP_SVC_SIGNATURE'] ?? '', $body)) {
        return 401;
    }
    $event = decode_event($body);
    if ($event === null) {
        return 400;
    }
    $type = $event['eventType'];
    if ($type !== 'TEXT_TO_PAY_COMPLETED' && !in_array($type, UNPAID, true)) {
        return 204;
    }
    // The reference can be in either field, and the other one can be empty.
    $payload = $event['payload'];
    $reference = ($payload['transactionId'] ?? '') ?: ($payload['referral'] ?? '');
    $purchase_id = $payload['purchaseId'] ?? '';
    if (!is_string($reference) || $reference === '' || !is_scalar($purchase_id)) {
        return 400;
    }
    $orders = open_orders();
    if (!is_event_of(find_order($orders, $reference), $payload)) {
        error_log("An event for order $reference names another amount or location: ask the service operator");
        return 204;
    }
    if (in_array($type, UNPAID, true)) {
        note_unpaid($orders, $reference, $type);
    } else {
        record_purchase($orders, $reference, (string) $purchase_id);
    }
    return 204;
}

// PHP responds with 200 to a script that fails while it displays errors. With 500, the service delivers the event again.
http_response_code(500);
http_response_code(receive());
