/** What an operation does to the records of a collection, where its path says so in words. */
export type Doing = 'make' | 'save' | 'read' | 'look' | 'list' | 'change' | 'remove';

/** Words of doing: of several in one name the first of these rows that has one speaks (`getList` lists). */
export const doingWords: ReadonlyArray<readonly [Doing, ReadonlySet<string>]> = [
	['remove', new Set(['remove', 'delete', 'del', 'destroy', 'erase'])],
	['list', new Set(['list', 'page', 'pages', 'paginate', 'paged', 'all', 'search', 'index'])],
	['make', new Set(['create', 'add', 'new', 'insert', 'register'])],
	['change', new Set(['update', 'edit', 'modify', 'patch', 'change'])],
	['save', new Set(['save', 'store', 'upsert'])],
	['read', new Set(['detail', 'details', 'info', 'view', 'show', 'read', 'retrieve'])],
	// Of one, where it names one; else of all.
	['look', new Set(['get', 'find', 'query', 'fetch', 'load'])],
];
