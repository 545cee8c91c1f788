/** Gives the estimate the price of the variation that the shopper picks, which WooCommerce tells by events of jQuery. */
(($) => {
  function setAmount(form, amount) {
    const selector = `financing-estimate[data-variations-of="${form.dataset.product_id}"]`;
    for (const estimate of document.querySelectorAll(selector)) {
      if (amount === undefined) estimate.removeAttribute('amount');
      else estimate.setAttribute('amount', amount.toFixed(2));
    }
  }

  $(document)
    .on('found_variation', '.variations_form', ({ currentTarget }, variation) =>
      setAmount(currentTarget, variation.display_price),
    )
    .on('reset_data', '.variations_form', ({ currentTarget }) => setAmount(currentTarget));
})(window.jQuery);
