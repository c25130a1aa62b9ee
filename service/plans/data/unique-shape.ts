import type {Body, Value} from '../recipe.ts';

/**
 * Marks in the shape of a value that differs in every run and attempt. The tag of a run is 8 hexadecimal characters; a
 * pattern may ask for capitals or digits. The number of a case makes the rows of a table differ from one another.
 */
export const runTag = '{RUN_TAG}';
export const upperTag = '{RUN_TAG:upper}';
export const tagDigits = (count: number): string => `{RUN_TAG:${count}}`;
export const caseMark = '{CASE}';

/** Capital letters of the tag, for codes that have no digits; the number of a record or case makes them differ. */
export const tagLetters = (count: number): string => `{RUN_TAG:A${count}}`;

const mark = /\{(?:RUN_TAG(?::(upper|\d|A\d(?:_(?:\d+|CASE))?))?|(CASE)(?::(\d))?)\}/g;
const caseMarks = /\{CASE(?::(\d))?\}/g;
const ofLetters = /\{RUN_TAG:A(\d)(?:_(\d+|CASE))?\}/;

/** Digits of the tag and, behind them, the number of a case: as many as are asked for, two or more. */
export const tagDigitsPerCase = (count: number): string =>
	count > 3 ? `${tagDigits(count - 2)}{CASE:2}` : `{CASE:${count}}`;

/** Whether a shape is another one in every case. */
export const isPerCase = (shape: string): boolean => shape.search(caseMarks) >= 0 || shape.includes('_CASE}');

/** A shape as one run may see it: its length and characters are those of every run. */
export const sampleOf = (shape: string): string =>
	shape
		.replaceAll(runTag, '0a1b2c3d')
		.replace(mark, (_, form?: string, isCase?: string, width?: string) =>
			isCase
				? '10'.padStart(Number(width ?? 0), '0')
				: form === undefined
					? '0a1b2c3d'
					: form === 'upper'
						? '0A1B2C3D'
						: form.startsWith('A')
							? 'QXDMKRVBT'.slice(0, Number(form[1]))
							: '123456789'.slice(-Number(form)),
		);

/** The Python of a mark; null for any other name in braces. */
export function pythonOfMark(piece: string): string | null {
	const [whole, form, isCase, width] = new RegExp(`^${mark.source}$`).exec(piece) ?? [];
	if (whole === undefined) return null;
	if (isCase) return width === undefined ? 'number' : `number:0${width}d`;
	if (form === undefined) return 'RUN_TAG';
	const [, letters, of] = ofLetters.exec(piece) ?? [];
	if (letters !== undefined)
		return `tag_letters(${[letters, of === 'CASE' ? 'number' : of].filter(Boolean).join(', ')})`;
	return form === 'upper' ? 'RUN_TAG.upper()' : `int(RUN_TAG, 16) % 10**${form}:0${form}d`;
}

const ofTag = /\{RUN_TAG(?::upper)?\}/;
const ofDigits = /\{RUN_TAG:(\d)\}/;

/** A shape that is another one in every case, where it has room for that. */
export function perCase(shape: string): string {
	if (ofTag.test(shape)) return shape.replace(ofTag, tag => `${caseMark}${tag}`);
	if (ofLetters.test(shape)) return shape.replace(ofLetters, '{RUN_TAG:A$1_CASE}');
	return shape.replace(ofDigits, (tag, count: string) => (Number(count) < 2 ? tag : tagDigitsPerCase(Number(count))));
}

/** Records of a test are told apart by more than its cases: `{RUN_TAG:A3_80}` is of no case of a table. */
const farApart = 40;

/** The shape of another value of the same test: its number stands beside the tag, or in the place of its last digit. */
export const another = (shape: string, number: number): string =>
	ofTag.test(shape)
		? shape.replace(ofTag, tag => `${tag}${number}`)
		: ofLetters.test(shape)
			? shape.replace(ofLetters, (_, count: string) => `{RUN_TAG:A${count}_${number * farApart}}`)
			: shape.replace(ofDigits, (tag, count: string) =>
					Number(count) < 2 ? tag : `${tagDigits(Number(count) - 1)}${number % 10}`,
				);

/** A shape in the row of a table: its number takes the place of the mark. */
export const numbered = (shape: string, number: number): string =>
	shape
		.replace(caseMarks, (_, width?: string) => String(number).padStart(Number(width ?? 0), '0'))
		.replace('_CASE}', `_${number}}`);

/** A value as one case sends it: its number stands where no two cases may send the same. */
export function numberedValue(value: Value, number: number): Value {
	if (value.is === 'unique') return {...value, shape: numbered(value.shape, number)};
	if (value.is === 'array') return {...value, items: value.items.map(one => numberedValue(one, number))};
	if (value.is !== 'object') return value;
	const fields = Object.entries(value.fields).map(([name, one]) => [name, numberedValue(one, number)] as const);
	return {...value, fields: Object.fromEntries(fields)};
}

/** A body as one case sends it. */
export function numberedBody<Sent extends Body | null>(body: Sent, number: number): Sent {
	if (body === null || 'raw' in body) return body;
	if ('parts' in body)
		return {...body, parts: body.parts.map(part => ({...part, value: numberedValue(part.value, number)}))};
	return {...body, value: numberedValue(body.value, number)};
}
