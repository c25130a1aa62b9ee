import type {Seeded} from './seeded.ts';

/** Neutral words: they name nobody, and no two begin alike. */
const first = [
	'Amber',
	'Birch',
	'Cedar',
	'Copper',
	'Dune',
	'Fern',
	'Harbor',
	'Ivory',
	'Juniper',
	'Lantern',
	'Maple',
	'Opal',
];
const second = [
	'Meadow',
	'Linden',
	'River',
	'Orchard',
	'Summit',
	'Valley',
	'Willow',
	'Garden',
	'Bridge',
	'Field',
	'Grove',
	'Shore',
];

/** What somebody may have written anywhere. */
const remarks = [
	'As agreed',
	'Please call',
	'Second try',
	'No hurry',
	'By phone',
	'On request',
	'See below',
	'As before',
];

/** A short remark, the same for the same seed. */
export const remark = (chance: Seeded): string => chance.pick(remarks);

export type Words = {first: string; second: string};

/** Two words, the same for the same seed. */
export const twoWords = (chance: Seeded): Words => ({first: chance.pick(first), second: chance.pick(second)});
