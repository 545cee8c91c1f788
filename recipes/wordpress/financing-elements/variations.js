/** Sets the estimate's amount to the price of the variation that the shopper picks. WooCommerce reports it with jQuery events. */
(($) => {
  /**
   * WooCommerce sends `""` for a variation without a price, and plugins send null or formatted text. Prices with tax can have
   * more decimals than the shop shows. WooCommerce shows $1.01 for 1.005, but `toFixed` rounds that down.
   */
  function toAmount(price, decimals) {
    const isNumber = typeof price === 'number' || /^\d+(\.\d+)?$/.test(price);
    const perDollar = 10 ** Math.min(decimals, 2);
    const amount = isNumber
      ? Math.round(Number((price * perDollar).toPrecision(15))) / perDollar
      : 0;
    return amount > 0 && Number.isFinite(amount) ? amount.toFixed(2) : undefined;
  }

  function setAmount(form, price) {
    const selector = `financing-estimate[data-variations-of="${form.dataset.product_id}"]`;
    for (const estimate of document.querySelectorAll(selector)) {
      const amount = toAmount(price, Number(estimate.dataset.decimals ?? 2));
      if (amount === undefined) estimate.removeAttribute('amount');
      else estimate.setAttribute('amount', amount);
    }
  }

  $(document)
    .on('found_variation', '.variations_form', ({ currentTarget }, variation) =>
      setAmount(currentTarget, variation?.display_price),
    )
    .on('reset_data', '.variations_form', ({ currentTarget }) => setAmount(currentTarget));
})(window.jQuery);
