import {sql} from 'kysely';
import type {Expressions, Operand} from './expressions.ts';

/** JSON, not jsonb: that would reorder the fields of what people and APIs have written. */
const json = (text: Operand) => sql`(${text})::json`;
const compactList = (member: Operand) => sql<string>`('[' || coalesce(string_agg(${member}, ','), '') || ']')`;
const asJson = (text: Operand) => sql`to_json((${text})::text)::text`;
const field = (name: Operand, value: Operand) => sql`(to_json(${name})::text || ':' || ${value})`;

export const postgresExpressions: Expressions = {
	// A text that no column gives would be compared by the rules of the server's language.
	membersOf: list => sql`select value collate "C" as value from json_array_elements_text(${json(list)})`,
	lengthOf: list => sql`json_array_length(${json(list)})`,
	listOf: text => compactList(asJson(text)),
	listOfObjects: members =>
		compactList(
			sql`'{' || ${sql.join(
				Object.entries(members).map(
					([name, member]) => sql`${sql.lit(`${JSON.stringify(name)}:`)} || ${asJson(member)}`,
				),
				sql` || ',' || `,
			)} || '}'`,
		),
	withMember: (list, text) =>
		sql`(select '[' || string_agg(member, ',' order by place) || ']' from (
			select value::text as member, ordinality as place from json_array_elements(${json(list)}) with ordinality
			union all select ${asJson(text)}, 9223372036854775807) as members)`,
	jsonAt: (object, name) => sql`(${json(object)} -> ${sql.lit(name)})::text`,
	textAt: (object, name) => sql`(${json(object)} ->> ${sql.lit(name)})`,
	textOfMember: (list, index, name) => sql`(${json(list)} -> (${index})::int ->> ${sql.lit(name)})`,
	isTrueAt: (object, name) => sql`((${json(object)} ->> ${sql.lit(name)}) = 'true')`,
	withField: (object, name, value) =>
		sql`(select '{' || string_agg(${field(sql.ref('name'), sql.ref('member'))}, ',' order by place) || '}' from (
			select key as name, case key when ${sql.lit(name)} then coalesce((${value})::text, 'null') else value::text end as member,
				ordinality as place from json_each(${json(object)}) with ordinality
			union all select ${sql.lit(name)}, coalesce((${value})::text, 'null'), 9223372036854775807
				where (${json(object)} -> ${sql.lit(name)}) is null) as fields)`,
	withoutField: (object, name) =>
		sql`(select '{' || coalesce(string_agg(${field(sql.ref('key'), sql`value::text`)}, ',' order by ordinality), '') || '}'
			from json_each(${json(object)}) with ordinality where key <> ${sql.lit(name)})`,
	rowsOfField: (object, name) =>
		sql`json_array_elements(coalesce(${json(object)} -> ${sql.lit(name)}, '[]'::json)) as answer (value)`,
	contains: (text, part) => sql`(strpos(${text}, ${part}) > 0)`,
	// The language of a server may have small letters of its own for those of ASCII.
	mayContain: (text, part) =>
		sql`(strpos(lower(${text} collate "C"), ${part}) > 0 or octet_length(${text}) > char_length(${text}))`,
	isLike: (text, pattern) => sql`(${text} ilike ${pattern})`,
	dayOf: millis => sql`to_char(to_timestamp(${millis} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`,
	keyedByPrimary: () => sql``,
};
