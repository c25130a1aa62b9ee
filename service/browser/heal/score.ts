import type {Fingerprint} from '../../../contract/script.ts';
import type {Look, LookElement} from '../page/look.ts';
import {familyOf} from '../page/roles.ts';
import {areaOf, headingOf} from '../page/sections.ts';
import {bigramOverlap, fold, hasWords, words} from '../page/words.ts';
import {ownWords} from './label-words.ts';
import {labelOf, neighboursOf, siblingsOf} from './fingerprint.ts';

/** How alike an element of today is to what was saved, feature by feature, each 0 to 1. */
export type Likeness = {
	score: number;
	name: number;
	/** The attribute that was unique and is equal. */
	attribute: string | null;
	neighbours: {previous: boolean; next: boolean};
	isPlaceSame: boolean;
	isAreaSame: boolean;
};

const weights = {
	name: 0.34,
	attribute: 0.22,
	role: 0.12,
	neighbours: 0.12,
	area: 0.08,
	place: 0.06,
	classes: 0.04,
	type: 0.02,
};

/** Equal 1, the same in other words 0.85, one within the other 0.75–0.95, by synonyms on labels less, else the overlap of letters. */
export function alike(one: string, other: string): number {
	const [left, right] = [fold(one), fold(other)];
	if (left === '' || right === '') return one.trim() === other.trim() && one.trim() !== '' ? 1 : 0;
	if (left === right) return 1;
	const [leftWords, rightWords] = [words(one), words(other)];
	if (leftWords.join(' ') === rightWords.join(' ')) return 0.85;
	const [short, long] = leftWords.length <= rightWords.length ? [leftWords, rightWords] : [rightWords, leftWords];
	if (short.every(word => long.includes(word))) return 0.75 + 0.2 * (short.length / long.length);
	const {gone, come} = ownWords(one, other);
	if (gone.length === 0 || come.length === 0) return 0.65 + 0.15 * (short.length / long.length);
	return bigramOverlap(one, other);
}

/** The best of all pairs of what either is called; a name against a placeholder counts a little less. */
export function nameLikeness(fingerprint: Fingerprint, element: LookElement): number {
	const before = [fingerprint.name, fingerprint.nearLabel, fingerprint.placeholder, fingerprint.title];
	const after = [
		element.name === '' ? element.text : element.name,
		element.nearLabel,
		element.placeholder,
		element.title,
	];
	let best = 0;
	before.forEach((one, at) => {
		after.forEach((other, place) => {
			if (!one || !other || !(hasWords(one) || at === place)) return;
			best = Math.max(best, alike(one, other) * (at === place ? 1 : 0.95));
		});
	});
	return best;
}

/** An attribute of the element that no other had at recording and that is unchanged. */
export function equalAttribute(fingerprint: Fingerprint, element: LookElement): string | null {
	const test = fingerprint.testIds.find(one => one.unique && element.testIds[one.attribute] === one.value);
	if (test) return test.attribute;
	if (fingerprint.id?.unique && element.id === fingerprint.id.value) return 'id';
	return fingerprint.nameAttribute?.unique && element.nameAttribute === fingerprint.nameAttribute.value ? 'name' : null;
}

const hadAttribute = (fingerprint: Fingerprint) =>
	fingerprint.testIds.some(one => one.unique) ||
	fingerprint.id?.unique === true ||
	fingerprint.nameAttribute?.unique === true;

export function likeness(fingerprint: Fingerprint, look: Look, element: LookElement): Likeness {
	const name = nameLikeness(fingerprint, element);
	const attribute = equalAttribute(fingerprint, element);
	const around = neighboursOf(look, element.index);
	const neighbours = {
		previous: isNeighbour(fingerprint.previous, around.previous),
		next: isNeighbour(fingerprint.next, around.next),
	};
	const area = areaOf(look, element.index);
	const isSameArea =
		fingerprint.area === null
			? area === null
			: area?.role === fingerprint.area.role && fold(area.name) === fold(fingerprint.area.name);
	const heading = headingOf(look, element.index);
	const isSameHeading = fold(fingerprint.heading ?? '') === fold(heading ?? '');
	const place = placeLikeness(fingerprint, look, element);
	const shared = fingerprint.classes.filter(one => element.classes.includes(one)).length;
	const features: Array<[keyof typeof weights, boolean, number]> = [
		['name', [fingerprint.name, fingerprint.nearLabel, fingerprint.placeholder, fingerprint.title].some(Boolean), name],
		['attribute', hadAttribute(fingerprint), attribute === null ? 0 : 1],
		['role', true, roleLikeness(fingerprint, element)],
		[
			'neighbours',
			fingerprint.previous !== null || fingerprint.next !== null,
			(Number(neighbours.previous) + Number(neighbours.next)) / 2,
		],
		['area', true, (Number(isSameArea) + Number(isSameHeading)) / 2],
		['place', true, place],
		[
			'classes',
			fingerprint.classes.length > 0,
			shared / Math.max(fingerprint.classes.length, element.classes.length, 1),
		],
		['type', fingerprint.type !== null, Number(fingerprint.type === element.type)],
	];
	const had = features.filter(([, has]) => has);
	const total = had.reduce((sum, [feature]) => sum + weights[feature], 0);
	const score = had.reduce((sum, [feature, , value]) => sum + weights[feature] * value, 0) / total;
	return {
		score: Math.round(score * 1000) / 1000,
		name,
		attribute,
		neighbours,
		isPlaceSame: place >= 0.99,
		isAreaSame: isSameArea,
	};
}

function isNeighbour(before: Fingerprint['previous'], now: LookElement | null): boolean {
	if (before === null || now === null) return before === null && now === null;
	return (
		familyOf(before.role) === familyOf(now.role) &&
		fold(before.name) === fold(labelOf(now)) &&
		before.name.trim() === labelOf(now).trim()
	);
}

function roleLikeness({role}: Fingerprint, element: LookElement): number {
	if (role === element.role) return 1;
	const family = familyOf(role);
	if (family !== 'other' && family === familyOf(element.role)) return 0.8;
	return family === 'press' && element.isClickable ? 0.6 : 0;
}

/** Among its siblings, how many they are, and how far it has moved. */
function placeLikeness(fingerprint: Fingerprint, look: Look, element: LookElement): number {
	const siblings = siblingsOf(look, element);
	const isSameIndex = siblings.indexOf(element.index) === fingerprint.siblingIndex;
	const isSameCount = siblings.length === fingerprint.siblingCount;
	const {box} = element;
	const distance =
		box && fingerprint.box
			? Math.hypot(box.x - fingerprint.box.x, box.y - fingerprint.box.y)
			: Number.POSITIVE_INFINITY;
	return (Number(isSameIndex) + Number(isSameCount) + Number(distance <= 300)) / 3;
}
