import {isEnvelope} from '../model/answer-form.ts';
import {nameAt} from '../model/pointer.ts';
import type {Kind} from '../kinds/kind.ts';
import type {Body, Value} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';

/**
 * The field of a handle that the API makes out of others, such as a slug: it may change with them. An id, and a name that
 * the test has chosen, stay; null for them.
 */
export const derivedName = ({kind, step}: OwnRecord): string | null => derivedFrom(kind, step.call.body);

/** The same of a kind of record whose creator is sent a body. */
export function derivedFrom(kind: Kind, sent: Body | null): string | null {
	if (kind.handle?.from !== 'body') return null;
	const field = nameAt(kind.handle.pointer);
	const isId = /(?:^|[^a-z])_?(?:id|uuid|guid|uid|number|key|code)$|[a-z](?:Id|ID|Uuid|Key|Code)$/.test(field);
	// `{data: 276}` names what was made; what stands there after a change is no name.
	return isId || isEnvelope(field) || field in sentRecord(sent).fields ? null : field;
}

/** What such a name is usually made of. */
export const isOrigin = (field: string): boolean =>
	/^(?:title|name|label|subject|headline|caption|display_?name)$/i.test(field);

/** A body that changes a record and leaves what its name is made of, so that it is still called the same afterwards. */
export function withSameName(body: Body | null, record: OwnRecord): Body | null {
	if (body === null || !('value' in body) || derivedName(record) === null) return body;
	const made = sentRecord(record.step.call.body).fields;
	const kept = (value: Value): Value =>
		value.is === 'object'
			? {
					...value,
					fields: Object.fromEntries(
						Object.entries(value.fields).map(([name, one]) => [
							name,
							isOrigin(name) && made[name] !== undefined ? made[name] : kept(one),
						]),
					),
				}
			: value;
	return {...body, value: kept(body.value)};
}
