import {isObject} from './json-value.ts';
import {schemaSample} from './schema-sample.ts';
import {kindOf, singular} from './word-form.ts';

/** The field of a DELETE's body that names what is to be taken away. */
type NamingField = {
	/** Empty: the body is a list of names. */
	name: string;
	/** What a parameter of the path would be called that holds the same. */
	parameter: string;
};

/** `id`, `ids`, `labelIds` of labels. */
export const isOwnId = (name: string, kind: string): boolean =>
	/^ids?$/i.test(name) || (/ids?$/i.test(name) && kindOf(name.replace(/_?ids?$/i, '')) === kind);

const ownNames = /^(?:name|slug|key|code|uid|uuid|guid|identifier)$/i;

/** `name`, `label`, `labelName` of labels: not what many records share, such as a type, a user or a post. */
const isOwnName = (name: string, kind: string): boolean =>
	ownNames.test(name) ||
	kindOf(singular(name)) === kind ||
	kindOf(name.replace(/_?(?:name|slug|key|code)s?$/i, '')) === kind;

/**
 * The field of a DELETE's body that names the record: its own id, else what the creating request has sent under the same
 * name. Null: none is sure to.
 *
 * @param schema of the body
 * @param kind of the record
 */
export function namingField(schema: unknown, request: unknown, kind: string): NamingField | null {
	const sample = schemaSample(schema, 'readOnly');
	if (Array.isArray(sample)) return isObject(sample[0]) ? null : {name: '', parameter: 'id'};
	if (!isObject(sample)) return null;
	const sent = isObject(request) ? request : {};
	const names = Object.keys(sample).filter(name => isNaming(sample[name]));
	const name = names.find(one => isOwnId(one, kind)) ?? names.find(one => one in sent && isOwnName(one, kind));
	return name === undefined ? null : {name, parameter: /^ids?$/i.test(name) ? 'id' : singular(name)};
}

/** Whether a field can name something: a text, a number, or a list of them. */
export function isNaming(sample: unknown): boolean {
	if (Array.isArray(sample)) return !isObject(sample[0]) && !Array.isArray(sample[0]);
	return typeof sample === 'string' || typeof sample === 'number';
}
