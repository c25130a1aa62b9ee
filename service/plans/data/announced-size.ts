import {plainName} from '../../inference/word-form.ts';
import {fileSizes} from '../code/files.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Value} from '../recipe.ts';
import {boundsOf} from './scalar.ts';

const sizes = /^(?:(?:file|byte|content|total)?size|(?:content|byte)length|sizeinbytes|sizebytes|filesizebytes)$/;
const files = /^(?:(?:original)?file(?:name)?|contenttype|mimetype|mediatype)$/;

/**
 * `{file_name, content_type, size}`: the size of a file that is sent later is that of the file which tests send, as far as
 * it is allowed; null: the field says no such size.
 */
export function announcedSize(name: string, view: SchemaView, properties: ReadonlyMap<string, unknown>): Value | null {
	if (!sizes.test(plainName(name)) || !(view.types.has('integer') || view.types.has('number'))) return null;
	if (![...properties.keys()].some(other => files.test(plainName(other)))) return null;
	const {min, max} = boundsOf(view);
	const size = fileSizes.text;
	return (min ?? size) <= size && (max ?? size) >= size ? {is: 'literal', value: size} : null;
}
