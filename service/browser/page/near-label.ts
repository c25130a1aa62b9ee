import type {Box, LookElement} from './look.ts';
import {checkableRoles, fieldRoles} from './roles.ts';
import {hasWords} from './words.ts';

/** How far a label may stand from its field, in pixels. */
const reach = 60;

/**
 * The text that people take for the label of a field without a name: what stands before it in the same line of the
 * document, else the nearest text at its left or above it; of a box to tick what follows it or stands at its right.
 */
export function nearLabelOf(elements: LookElement[], field: LookElement): string | null {
	// What stands in an empty field is an example as often as a name.
	const isNamed = hasWords(field.name) && field.name !== field.placeholder;
	if (!fieldRoles.has(field.role)) return null;
	const isTicked = checkableRoles.has(field.role);
	// `Enabled` says what ticking it does, and the caption over it of what.
	if (isNamed) return isTicked && field.role !== 'radio' ? captionOf(elements, field) : null;
	const loose = isTicked ? undefined : elements.find(one => one.isLoose && !isOfOther(elements, field, one));
	if (loose) return loose.text;
	const beside = siblingText(elements, field, isTicked ? 1 : -1);
	if (beside !== null) return beside;
	if (!field.box) return null;
	let best: {text: string; distance: number} | null = null;
	// Labels stand near their field in the document as well; this keeps large pages cheap.
	for (let index = Math.max(0, field.index - 40); index < Math.min(elements.length, field.index + 12); index++) {
		const text = elements[index]!;
		if (!text.box || text.frame !== field.frame || fieldRoles.has(text.role) || text.role === 'button') continue;
		if (!hasWords(text.text) || text.text.length > 80) continue;
		const distance = isTicked ? rightOf(field.box, text.box) : beforeOrAbove(field.box, text.box);
		if (distance === null || (best !== null && distance >= best.distance)) continue;
		// Asked of the few that are near: each looks through the whole page.
		if (describesOther(elements, field, text.text) || isOfOther(elements, field, text)) continue;
		best = {text: text.text, distance};
	}
	return best?.text ?? captionOf(elements, field);
}

/** A label of something that is not in view is that of the first field in its box, and of no other. */
function isOfOther(
	elements: LookElement[],
	field: LookElement,
	{index, parent, ref, tag, isLoose}: LookElement,
): boolean {
	if (isLoose !== true) return false;
	// A text of its own box has nothing beside it.
	const box = ref === null || tag === 'label' ? parent : index;
	const first = elements.find(
		one => one.index > index && fieldRoles.has(one.role) && box !== null && isBelow(elements, one, box),
	);
	return first !== field;
}

/** What describes another field is no label of this one. */
const describesOther = (elements: LookElement[], field: LookElement, text: string): boolean =>
	elements.some(other => other !== field && other.description !== undefined && other.description.includes(text));

/** Most elements of a box that holds one field and its caption, and most boxes around a field. */
const mostInBox = 24;
const mostBoxes = 8;
const longestCaption = 40;

/** The first text of the largest box around a field in which nothing else can be filled in or pressed. */
function captionOf(elements: LookElement[], field: LookElement): string | null {
	let caption: string | null = null;
	let around = field.parent;
	for (let depth = 0; around !== null && depth < mostBoxes; depth++) {
		const box = elements[around]!;
		let end = around + 1;
		while (end < elements.length && end - around <= mostInBox && isBelow(elements, elements[end]!, around)) end++;
		const inside = elements.slice(around + 1, end);
		const isSole = inside.every(
			one => one === field || isBelow(elements, one, field.index) || !(fieldRoles.has(one.role) || isPressed(one)),
		);
		if (end - around > mostInBox || !isSole || !['generic', 'listitem', 'group', 'paragraph'].includes(box.role)) break;
		const text = inside.find(one => one.index < field.index && hasWords(one.text) && one.role !== 'heading');
		if (text && text.text.length <= longestCaption) caption = text.text;
		around = box.parent;
	}
	return caption;
}

const isPressed = ({role}: LookElement): boolean => role === 'button' || role === 'link' || role === 'heading';

/** The bare text next to it under the same parent; another field between them takes it. */
function siblingText(elements: LookElement[], field: LookElement, step: 1 | -1): string | null {
	for (let index = field.index + step; index >= 0 && index < elements.length; index += step) {
		const other = elements[index]!;
		if (step === -1 && other.index === field.parent) return null;
		if (other.parent !== field.parent) {
			if (step === 1 && isBelow(elements, other, field.index)) continue;
			return null;
		}
		if (other.role === 'text') return hasWords(other.text) ? other.text : null;
		return null;
	}
	return null;
}

function isBelow(elements: LookElement[], element: LookElement, ancestor: number): boolean {
	for (let parent = element.parent; parent !== null; parent = elements[parent]!.parent)
		if (parent === ancestor) return true;
	return false;
}

const overlaps = (start: number, length: number, otherStart: number, otherLength: number) =>
	Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart) >
	Math.min(length, otherLength) * 0.3;

/** Left of it counts a little nearer than above it. Null: neither, or too far. */
function beforeOrAbove(field: Box, text: Box): number | null {
	const left = field.x - (text.x + text.width);
	if (left >= -2 && left <= reach && overlaps(field.y, field.height, text.y, text.height)) return left;
	const above = field.y - (text.y + text.height);
	const isAligned = text.x < field.x + field.width && text.x >= field.x - reach;
	if (above >= -2 && above <= reach && isAligned) return above + 8;
	return null;
}

function rightOf(field: Box, text: Box): number | null {
	const right = text.x - (field.x + field.width);
	return right >= -2 && right <= reach && overlaps(field.y, field.height, text.y, text.height) ? right : null;
}
