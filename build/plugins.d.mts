/** A plugin of the bundler that changes a library: by loading another text for a file, or by changing the text that is there. */
export type LibraryPatch = {
	name: string;
	enforce?: 'pre';
	load?: {filter: {id: RegExp}; handler(id: string): string};
	transform?: {filter: {id: RegExp}; handler(code: string, id: string): string | null};
};

/** Everything that changes a library of the client: the product and its unit tests run the same code. */
export function libraryPatches(): LibraryPatch[];
