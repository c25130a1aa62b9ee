import type {Check, Step} from '../recipe.ts';
import {got, read} from './access.ts';
import type {Answer, Draft} from './draft.ts';
import {type Template, text} from './expression.ts';
import {each, pointerText, readPointer, type Segment, startsWith} from './pointer.ts';
import {activeAsserts, type Usage} from './references.ts';
import {writeAssert} from './statement.ts';
import {typesOf} from './schema-types.ts';

/**
 * Says that what later lines take for granted is there: the id that an address is made of, the list that is gone through.
 * What another check of the step says is not said twice. Only for an answer whose JSON has a name; the function that
 * reads the others says it itself.
 */
export function writeGuards(
	draft: Draft,
	step: Step,
	{body, root}: Answer,
	{needs}: Pick<Usage, 'needs'>,
	prefix: Template,
): void {
	const said = new Set<string>();
	for (const need of needs) {
		const place = need.indexOf(each);
		const segments = (place < 0 ? need : need.slice(0, place)).slice(root.length);
		const key = pointerText(segments);
		if (segments.length === 0 || !startsWith(need, root) || said.has(key)) continue;
		said.add(key);
		if (isChecked(draft, step, [...root, ...segments])) continue;
		const [only] = segments;
		const condition =
			segments.length === 1 && typeof only === 'string'
				? `${text(only)} in ${body}`
				: segments.some(one => typeof one === 'number')
					? whole(body, segments)
					: `${got(body, segments)} is not None`;
		const isList = segments.length === 1 && typeof only === 'number';
		const entry = segments.findIndex(one => typeof one === 'number');
		const message = isList
			? 'the list is empty'
			: entry >= 0
				? `no entry with ${pointerText(segments.slice(entry + 1))} is listed: `
				: `the answer has no ${key}: `;
		writeAssert(draft, condition, [...prefix, message, ...(isList ? [] : [{code: body}])]);
	}
}

/** Every step of the way to a place: a list has an entry, an entry has the field. */
function whole(body: string, segments: readonly Segment[]): string {
	const parts: string[] = [];
	for (const [place, segment] of segments.entries()) {
		const base = read(body, segments.slice(0, place));
		if (typeof segment === 'number') parts.push(base);
		else if (place === segments.length - 1) parts.push(`${text(String(segment))} in ${base}`);
		else if (typeof segments[place + 1] === 'string') parts.push(`${base}.get(${text(String(segment))})`);
		else parts.push(`${text(String(segment))} in ${base}`);
	}
	return parts.join(' and ');
}

/** Whether a check on the type of the place stands in the test anyway. */
function isChecked({detail}: Draft, step: Step, segments: readonly Segment[]): boolean {
	const key = pointerText(segments);
	return activeAsserts(step).some(({check}) => {
		// What is equal to something is there.
		if (check.type === 'equals') return step.role === 'setup' && pointerText(readPointer(check.pointer)) === key;
		if (check.type !== 'shape' || detail.bare || typeof check.schema === 'boolean') return false;
		const at = check.pointer.replace(/^\$\.?/, '');
		return at === key ? typesOf(check.schema).length > 0 : at === '' && requires(check, segments);
	});
}

function requires({schema}: Extract<Check, {type: 'shape'}>, [first, ...more]: readonly Segment[]): boolean {
	if (typeof schema === 'boolean' || typeof first !== 'string' || more.length > 0) return false;
	const required = (schema['required'] as string[] | undefined) ?? [];
	const properties = (schema['properties'] as Record<string, never> | undefined) ?? {};
	return required.includes(first) && properties[first] !== undefined && typesOf(properties[first]).length > 0;
}
