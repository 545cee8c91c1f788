/** Written by `npm run reference` from the metadata of libphonenumber-js. */

/**
 * North American area codes that aren't geographic ones of the 50 states and DC: Canada, the Caribbean, US territories,
 * toll-free, premium, and service numbers. An area code that isn't listed may be new, so the service decides.
 */
export const refusedAreaCodes: ReadonlySet<string> = new Set(
  '204 211 226 236 242 246 249 250 257 263 264 268 273 284 289 306 311 340 343 345 354 365 367 368 382 403 411 416 418 428 431 437 438 441 450 468 473 474 500 506 511 514 519 521 522 523 524 525 526 527 528 529 532 533 544 548 555 566 577 579 581 584 587 588 600 604 611 613 622 633 639 644 647 649 655 658 664 670 671 672 677 683 684 688 700 705 709 710 711 721 742 753 758 767 778 780 782 784 787 800 807 809 811 819 822 825 829 833 844 849 855 866 867 868 869 873 876 877 879 880 881 882 883 884 885 886 887 888 889 900 902 905 911 939 942'.split(
    ' ',
  ),
);
