import {familyOfPath} from '../domain/endpoint-path.ts';
import type {CleanupRuleTable} from '../store/cleanup/cleanup-tables.ts';
import {isObject, type JsonObject} from '../inference/json-value.ts';
import {kindOf} from '../inference/word-form.ts';

/** What a rule looks at. */
type RuledRecord = {
	family: string;
	source_method: string;
	source_path: string;
	delete_path: string | null;
	fields: JsonObject;
};

export type Rule = Pick<CleanupRuleTable, 'kind' | 'method' | 'path' | 'filter' | 'sequence'>;

/** Whether one of the rules keeps the record. */
export const isKept = (record: RuledRecord, rules: readonly Rule[]): boolean =>
	rules.some(rule =>
		rule.kind === 'skip_endpoint'
			? isOfEndpoint(record, rule)
			: rule.kind === 'skip_records' && rule.filter !== null && hasField(record.fields, JSON.parse(rule.filter)),
	);

function isOfEndpoint(record: RuledRecord, {method, path}: Rule): boolean {
	if (path === null) return false;
	if (method === 'DELETE') return record.delete_path !== null && isSamePath(record.delete_path, path);
	if (method !== null) return record.source_method === method && isSamePath(record.source_path, path);
	return isSamePath(record.source_path, path) || isOfFamily(record, path);
}

/** Whether a record is of a family, named by its kind of record or by the first segment of its endpoint. */
export const isOfFamily = (record: Pick<RuledRecord, 'family' | 'source_path'>, name: string): boolean =>
	isSameName(record.family, name) || isSameName(familyOfPath(record.source_path), name);

/** `/users`, `users` and `User` are one name. */
const isSameName = (a: string, b: string) => kindOf(a) !== '' && kindOf(a) === kindOf(b);

/** Two templates of one path: parameters may have other names. */
const isSamePath = (a: string, b: string) => nameless(a) === nameless(b);
const nameless = (path: string) => path.replace(/\{[^{}]*\}|\/:\w+/g, '{}').replace(/(?<!\/)\/+$/, '');

function hasField(fields: JsonObject, {field, equals}: {field: string; equals: unknown}): boolean {
	let value: unknown = fields;
	for (const part of field.split('.')) value = isObject(value) ? value[part] : undefined;
	if (value === undefined) value = Object.values(fields).find(inner => isObject(inner) && field in inner);
	const found = isObject(value) ? value[field] : value;
	return found !== undefined && found !== null && String(found) === String(equals);
}
