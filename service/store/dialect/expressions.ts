import type {Expression, RawBuilder} from 'kysely';

/** A column or another expression of SQL, or a text that is bound as a parameter. */
export type Operand = Expression<unknown> | string;

/**
 * The expressions that SQLite and PostgreSQL write differently. JSON is text in both; a result that is JSON is compact
 * text, byte for byte the same from both.
 */
export type Expressions = {
	/** A query of the members of a JSON list of texts, one row `value` each. */
	membersOf(list: Operand): RawBuilder<string>;
	/** How many members a JSON list has; null of null. */
	lengthOf(list: Operand): RawBuilder<number | null>;
	/** Aggregate: the texts of a group as a JSON list; `[]` of none. */
	listOf(text: Operand): RawBuilder<string>;
	/** Aggregate: one JSON object of a row's texts each, as a JSON list; `[]` of none. */
	listOfObjects(members: Record<string, Operand>): RawBuilder<string>;
	/** A JSON list with one more text at its end. */
	withMember(list: Operand, text: string): RawBuilder<string>;
	/** JSON text of the field of an object; null where it is absent. */
	jsonAt(object: Operand, field: string): RawBuilder<string | null>;
	/** What the field of an object holds, as text without quotes; null where it is absent or null. */
	textAt(object: Operand, field: string): RawBuilder<string | null>;
	/** The same of a field of a list's member; `index` counts from 0. */
	textOfMember(list: Operand, index: Operand, field: string): RawBuilder<string | null>;
	/** Whether the field of an object is JSON's `true`. */
	isTrueAt(object: Operand, field: string): RawBuilder<boolean>;
	/** An object whose field holds other JSON, in its place or at the end; null as JSON is `null`. */
	withField(object: Operand, field: string, json: Operand): RawBuilder<string>;
	/** An object without a field. */
	withoutField(object: Operand, field: string): RawBuilder<string>;
	/** A source `answer` for `from` with one row per member of the list in a field; each has JSON text `value`. */
	rowsOfField(object: Operand, field: string): RawBuilder<unknown>;
	/** Whether a text has another one within. */
	contains(text: Operand, part: Operand): RawBuilder<boolean>;
	/**
	 * Whether a text may have a part within, in letters of either case; `part` is in small ones. True of every text that has it, and of
	 * those without it that are not all ASCII: their letters only the caller knows.
	 */
	mayContain(text: Operand, part: string): RawBuilder<boolean>;
	/** Whether a text has a pattern of `%` and `_`, in letters of either case. */
	isLike(text: Operand, pattern: string): RawBuilder<boolean>;
	/** The day of epoch milliseconds in UTC, as 2026-01-31. */
	dayOf(millis: Operand): RawBuilder<string>;
	/** Appended to a table of small rows with a text key. */
	keyedByPrimary(): RawBuilder<unknown>;
};
