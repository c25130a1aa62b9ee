import {sql} from 'kysely';
import type {Expressions} from './expressions.ts';

const pathOf = (field: string) => sql.lit(`$.${field}`);

export const sqliteExpressions: Expressions = {
	membersOf: list => sql`select value from json_each(${list})`,
	lengthOf: list => sql`json_array_length(${list})`,
	listOf: text => sql`json_group_array(${text})`,
	listOfObjects: members =>
		sql`json_group_array(json_object(${sql.join(
			Object.entries(members).flatMap(([name, member]) => [sql.lit(name), member]),
		)}))`,
	withMember: (list, text) => sql`json_insert(${list}, '$[#]', ${text})`,
	jsonAt: (object, field) => sql`(${object} -> ${pathOf(field)})`,
	textAt: (object, field) => sql`(${object} ->> ${pathOf(field)})`,
	textOfMember: (list, index, field) => sql`json_extract(${list}, '$[' || ${index} || '].' || ${sql.lit(field)})`,
	isTrueAt: (object, field) => sql`(json_type(${object}, ${pathOf(field)}) = 'true')`,
	withField: (object, field, json) => sql`json_set(${object}, ${pathOf(field)}, json(${json}))`,
	withoutField: (object, field) => sql`json_remove(${object}, ${pathOf(field)})`,
	rowsOfField: (object, field) => sql`json_each(${object}, ${pathOf(field)}) as answer`,
	contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
	mayContain: (text, part) =>
		sql`(instr(lower(${text}), ${part}) > 0 or length(cast(${text} as blob)) > length(${text}))`,
	isLike: (text, pattern) => sql`(${text} like ${pattern})`,
	dayOf: millis => sql`strftime('%Y-%m-%d', ${millis} / 1000, 'unixepoch')`,
	keyedByPrimary: () => sql`without rowid`,
};
