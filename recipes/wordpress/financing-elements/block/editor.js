/** The block in the editor: two fields. PHP renders the page, since it signs the amount. */
(({ blockEditor, blocks, components, element, i18n }) => {
  const { __ } = i18n;

  function Edit({ attributes, setAttributes }) {
    const field = (name, label, help) =>
      element.createElement(components.TextControl, {
        label,
        help,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
      });
    const placeholder = element.createElement(
      components.Placeholder,
      { icon: 'money-alt', label: __('Financing', 'financing-elements') },
      field(
        'amount',
        __('Price in US dollars', 'financing-elements'),
        __('Leave it empty if your shop knows the price.', 'financing-elements'),
      ),
      field(
        'location',
        __('Merchant location', 'financing-elements'),
        __('Leave it empty for the location of this site.', 'financing-elements'),
      ),
    );
    // An element of its own: Placeholder passes no ref on, without which the editor cannot select the block.
    return element.createElement('div', blockEditor.useBlockProps(), placeholder);
  }

  blocks.registerBlockType('financing-elements/financing', { edit: Edit });
})(window.wp);
