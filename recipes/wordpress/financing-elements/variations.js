/** Sets the estimate's amount to the price of the variation that the shopper picks. WooCommerce reports it with jQuery events. */
(($) => {
  /** WooCommerce sends `""` for a variation without a price, and plugins send null or formatted text. */
  function toAmount(price) {
    const isNumber = typeof price === 'number' || /^\d+(\.\d+)?$/.test(price);
    return isNumber && Number.isFinite(Number(price)) && Number(price) > 0
      ? Number(price).toFixed(2)
      : undefined;
  }

  function setAmount(form, price) {
    const amount = toAmount(price);
    const selector = `financing-estimate[data-variations-of="${form.dataset.product_id}"]`;
    for (const estimate of document.querySelectorAll(selector)) {
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
