/** The values of `delivery` that don't open the link. */
export type OtherDelivery = 'sms' | 'qr' | 'copy';

export type Delivery = 'open' | OtherDelivery | null | undefined;
