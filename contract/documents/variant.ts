import type * as z from 'zod/mini';
import type {Route} from '../route.ts';

/** One form of the document of a command. */
export type Variant = {
	/** In which case it is this one; empty: it is the only one. */
	when: string;
	schema: z.ZodMiniType;
	/** The route whose answer it is, as it came. */
	route?: Pick<Route, 'method' | 'path'>;
	/** Written as one line of several, each a document. */
	isLine?: boolean;
};

/** The answer of a route as it came. */
export const answer = ({method, path, response}: Pick<Route, 'method' | 'path' | 'response'>, when = ''): Variant => ({
	when,
	schema: response,
	route: {method, path},
});

/** What the command has put together itself. */
export const own = (schema: z.ZodMiniType, when = ''): Variant => ({when, schema});

/** One of several lines. */
export const line = (schema: z.ZodMiniType, when = ''): Variant => ({when, schema, isLine: true});

/** What `--dry-run` writes where nothing real has that form. */
export const rehearsed = (schema: z.ZodMiniType): Variant => own(schema, '`--dry-run`');
