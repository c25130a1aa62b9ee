/** What is used of the library: its own package names no types. */
declare module 'postman-collection' {
	type List<T> = {all(): T[]};
	type Field = {key?: string; value?: unknown; disabled?: boolean};
	type Headers = List<{key: string; value?: string; disabled?: boolean}> & {get(name: string): unknown};
	export type Url = {getPath(unresolved: boolean): string; query: List<Field>; variables: List<Field>};
	export type Request = {
		method: string;
		url: Url;
		headers: Headers;
		description?: unknown;
		body?: {
			mode?: string;
			disabled?: boolean;
			raw?: unknown;
			urlencoded?: List<Field>;
			formdata?: List<Field>;
		};
	};
	export type Response = {code: number; name?: string; body?: unknown; headers: Headers};
	export type Folder = {name?: unknown; parent(): Folder | undefined};
	export type Item = Folder & {
		name: string;
		description?: unknown;
		request: Request;
		responses: List<Response>;
		events: List<{listen?: string; script: {toSource(): string | undefined}}>;
		getAuth(): {type?: string} | undefined;
	};
	export class Collection {
		constructor(definition: object);
		static isCollection(value: unknown): boolean;
		forEachItem(take: (item: Item) => void): void;
	}
}
