/** The block in the editor: three fields. PHP renders the page, because it signs the amount. */
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
      element.createElement(components.SelectControl, {
        label: __('Buttons', 'financing-elements'),
        help: __('Caches keep a page without buttons.', 'financing-elements'),
        value: attributes.buttons,
        options: [
          { value: 'all', label: __('Pre-qualify, pay over time', 'financing-elements') },
          { value: 'prequal', label: __('Pre-qualify', 'financing-elements') },
          { value: 'none', label: __('None', 'financing-elements') },
        ],
        onChange: (buttons) => setAttributes({ buttons }),
      }),
    );
    // Wrap the placeholder in a div. Placeholder doesn't forward refs, and the editor needs the ref to select the block.
    return element.createElement('div', blockEditor.useBlockProps(), placeholder);
  }

  blocks.registerBlockType('financing-elements/financing', { edit: Edit });
})(window.wp);
