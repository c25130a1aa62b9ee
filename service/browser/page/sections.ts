import type {Look, LookElement} from './look.ts';
import {areaRoles} from './roles.ts';
import {isWithin, type Tree, treeOf, upwards} from './tree.ts';
import {hasWords} from './words.ts';

/** Part of the page that belongs together: from one element to before another, in the order of reading. */
export type Section = {
	from: number;
	to: number;
	title: string;
	element: LookElement;
	/** `#palette`, `.palette`: all that speaks for its being the place that is meant. */
	identifier?: string;
};

const sections = new WeakMap<Look, Section[]>();

/** Every area with a name, and what stands under each heading. */
export function sectionsOf(look: Look): Section[] {
	const known = sections.get(look);
	if (known) return known;
	const tree = treeOf(look);
	const found: Section[] = [];
	for (const element of look.elements) {
		if (element.role === 'heading' && hasWords(element.name)) found.push(underHeading(tree, element));
		else if (areaRoles.has(element.role) && hasWords(element.name)) found.push(whole(tree, element, element.name));
	}
	sections.set(look, found);
	return found;
}

export const whole = (tree: Tree, element: LookElement, title: string): Section => ({
	from: element.index,
	to: tree.end[element.index]!,
	title,
	element,
});

/**
 * What a heading stands for: the largest element around it without another heading of its level, else what follows it
 * up to the next one.
 */
function underHeading(tree: Tree, heading: LookElement): Section {
	const {look} = tree;
	const level = heading.level ?? 2;
	const rivals = look.elements.filter(
		other =>
			other.role === 'heading' &&
			other !== heading &&
			hasWords(other.name) &&
			(other.level ?? 2) <= level &&
			other.frame === heading.frame,
	);
	let container = heading;
	for (const around of upwards(look, heading.index)) {
		if (rivals.some(rival => isWithin(tree, rival.index, around.index))) break;
		// The title of the page does not reach over its header and footer.
		if (around.parent === null || around.role === 'main') break;
		container = around;
	}
	if (container !== heading) return {...whole(tree, container, heading.name), element: heading};
	const around = heading.parent === null ? look.elements.length : tree.end[heading.parent]!;
	const next = rivals.find(rival => rival.index > heading.index && rival.index < around);
	return {from: heading.index, to: next?.index ?? around, title: heading.name, element: heading};
}

/** The sections around an element, the smallest first. */
export function sectionsAround(look: Look, index: number): Section[] {
	return sectionsOf(look)
		.filter(section => index > section.from && index < section.to && section.element.index !== index)
		.sort((one, other) => one.to - one.from - (other.to - other.from));
}

/** The last heading before the element that it is under. */
export function headingOf(look: Look, index: number): string | null {
	return sectionsAround(look, index).find(section => section.element.role === 'heading')?.title ?? null;
}

/** The dialog around the element. */
export function dialogOf(look: Look, index: number): LookElement | null {
	return [...upwards(look, index)].find(element => ['dialog', 'alertdialog'].includes(element.role)) ?? null;
}

/** A dialog's name, or the heading in it. */
export function dialogTitle(look: Look, dialog: LookElement): string {
	if (hasWords(dialog.name)) return dialog.name;
	const tree = treeOf(look);
	for (let index = dialog.index; index < tree.end[dialog.index]!; index++) {
		const element = look.elements[index]!;
		if (element.role === 'heading' && hasWords(element.name)) return element.name;
	}
	return '';
}

/** The nearest area around the element, by role, with the name it has. */
export function areaOf(look: Look, index: number): LookElement | null {
	return [...upwards(look, index)].slice(1).find(element => areaRoles.has(element.role)) ?? null;
}
