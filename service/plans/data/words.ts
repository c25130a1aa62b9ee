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

export type Words = {first: string; second: string};

/** Two words, the same for the same seed. */
export const twoWords = (chance: Seeded): Words => ({first: chance.pick(first), second: chance.pick(second)});
