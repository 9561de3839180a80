/** How the index of the site is made and read. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'text'],
  storeFields: ['title', 'page', 'text'],
};
