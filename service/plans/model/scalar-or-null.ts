import type {Json, Value} from '../recipe.ts';
import type {SchemaView} from './schema.ts';

/** The example, enum or default of a parameter as a value; null: the document shows none. */
export function scalarOrNull(view: SchemaView, example: unknown): Value | null {
	const {words} = view;
	const shown = [example, words['example'], view.enum?.[0], words['default']].find(
		one => one !== undefined && one !== null,
	);
	return shown === undefined ? null : {is: 'literal', value: shown as Json};
}
