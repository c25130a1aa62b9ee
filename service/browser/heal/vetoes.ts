import type {Fingerprint} from '../../../contract/script.ts';
import type {Look, LookElement} from '../page/look.ts';
import {checkableRoles, familyOf} from '../page/roles.ts';
import {sectionsAround, sectionsOf} from '../page/sections.ts';
import {fold} from '../page/words.ts';
import {censusLimit, labelOf, rowHolds} from './fingerprint.ts';
import {changedMeaning, savedLabel} from './meaning.ts';
import {equalAttribute, type Likeness} from './score.ts';

/** Why an element is not what was saved, whatever its score; null: nothing speaks against it. */
export function vetoOf(fingerprint: Fingerprint, look: Look, element: LookElement, like: Likeness): string | null {
	if (element.box === null) return 'hidden';
	// Boxes to tick and file fields are often transparent under a picture of their own.
	const isUnderPicture = checkableRoles.has(element.role) || element.type === 'file';
	if (element.isInert && !isUnderPicture) return 'invisible or out of reach of the pointer';
	if (element.states.disabled && !fingerprint.disabled) return 'disabled';
	if (!isSameKind(fingerprint, element)) return 'another kind of element';
	const meaning = changedMeaning(fingerprint, look, element);
	if (meaning !== null) return meaning;
	const isInRow = fingerprint.row === null ? null : rowHolds(look, element.index, fingerprint.row);
	if (isInRow === false) return 'another row';
	if (isElsewhere(fingerprint, look, element, like)) return 'another section';
	if (like.attribute !== null) return null;
	if (wasThere(fingerprint, element) && !isToldApart(fingerprint, look, element, isInRow))
		return 'was another element of the page';
	if (fingerprint.alike > 0 && !isToldApart(fingerprint, look, element, isInRow))
		return 'its name was not unique, and nothing tells it apart';
	if (fingerprint.census.length >= censusLimit) return 'the page was too large to know every other element';
	return null;
}

/** Buttons stay buttons or become links and what can be clicked; fields stay fields of their kind. */
function isSameKind(fingerprint: Fingerprint, element: LookElement): boolean {
	const family = familyOf(fingerprint.role);
	if (family === 'press')
		return familyOf(element.role) === 'press' || (element.isClickable && familyOf(element.role) === 'other');
	if (family === 'other')
		return fingerprint.role === element.role || (fingerprint.tag === element.tag && familyOf(element.role) === 'other');
	return family === familyOf(element.role);
}

/** Role and name, or the id, stood in the look of the recording as somebody else's. */
function wasThere(fingerprint: Fingerprint, element: LookElement): boolean {
	const name = labelOf(element).trim();
	return fingerprint.census.some(
		one =>
			(one.id !== null && one.id === element.id) ||
			(one.role === element.role && (fold(one.name) === '' ? one.name.trim() === name : fold(one.name) === fold(name))),
	);
}

/** Others were called so: only its row or its section, and the same name, make it this one. */
function isToldApart(fingerprint: Fingerprint, look: Look, element: LookElement, isInRow: boolean | null): boolean {
	const others = look.elements.filter(
		other =>
			other.index !== element.index && other.role === element.role && fold(labelOf(other)) === fold(labelOf(element)),
	);
	if (isInRow === true) return !others.some(other => rowHolds(look, other.index, fingerprint.row!));
	if (fingerprint.section === null || !standsIn(look, element.index, fingerprint.section)) return false;
	return (
		fold(labelOf(element)) === fold(savedLabel(fingerprint)) &&
		!others.some(other => standsIn(look, other.index, fingerprint.section!))
	);
}

const standsIn = (look: Look, index: number, section: string): boolean =>
	sectionsAround(look, index).some(one => fold(one.title) === fold(section));

/** In another row, or outside the section: a locator finds its namesake there once the element itself is gone. */
export const isMisplaced = (fingerprint: Fingerprint, look: Look, element: LookElement): boolean =>
	(fingerprint.row !== null && !rowHolds(look, element.index, fingerprint.row)) ||
	isElsewhere(fingerprint, look, element, {attribute: equalAttribute(fingerprint, element)});

/** Not in the section that was named. A section that is gone itself may have a new name, if the attribute says so. */
function isElsewhere(
	fingerprint: Fingerprint,
	look: Look,
	element: LookElement,
	like: Pick<Likeness, 'attribute'>,
): boolean {
	const {section} = fingerprint;
	if (section === null || standsIn(look, element.index, section)) return false;
	// The heading of its own row or card: that is told by the row.
	if (fingerprint.row !== null && ` ${fold(section)} `.includes(` ${fold(fingerprint.row)} `)) return false;
	const isThere = sectionsOf(look).some(one => fold(one.title) === fold(section));
	return isThere || like.attribute === null;
}
