import {type PointedRecord, pointedRecordsIn} from './body-records.ts';
import {fieldOf} from './handle-value.ts';
import {handleText, isObject, type JsonObject} from './json-value.ts';
import {memberPointer} from './body-records.ts';
import {kindOf} from './word-form.ts';

/**
 * The records that an answer says were created. An answer that shows the parent with its list (`POST /carts/c1/items` →
 * `{id: "c1", items: […]}`) speaks of the elements that repeat what was sent, and of the last one of them.
 *
 * @param kind kind of the record that was asked for
 * @param kinds words under which the answer may wrap it
 * @param parents values in the path of the request
 */
export function createdRecords(
	body: unknown,
	kind: string,
	kinds: ReadonlySet<string>,
	parents: ReadonlySet<string>,
	request: JsonObject,
): PointedRecord[] {
	const records = pointedRecordsIn(body, kinds);
	const [first] = records;
	if (records.length !== 1 || !first) return records;
	const own = ['id', '_id', 'uuid', 'guid', 'slug', 'key', 'name'].flatMap(name => fieldOf(first.record, name) ?? []);
	const list = Object.keys(first.record).find(key => kindOf(key) === kind && Array.isArray(first.record[key]));
	if (list === undefined || !own.some(value => parents.has(value))) return records;
	const children = pointedRecordsIn(first.record[list], kinds, memberPointer(first.pointer, list));
	const repeating = children.filter(({record}) => repeats(record, request));
	return (repeating.length > 0 ? repeating : children).slice(-1);
}

/** Whether a record shows what was sent, as far as it shows those fields at all. */
function repeats(record: JsonObject, request: JsonObject): boolean {
	const shared = Object.keys(request).filter(key => key in record && !isObject(request[key]));
	return shared.length > 0 && shared.every(key => handleText(record[key]) === handleText(request[key]));
}
