import type {AssertionPart, Operation, Part, Reading, Target} from '../../../source/plan-language/reading.ts';
import type {Elements} from './act/act.ts';
import type {Checked} from './check.ts';
import type {Found} from './find.ts';
import type {PlayedPart} from './plan-record.ts';

/** Finds what a step means, part by part, and notes it for the script. */
export type StepFinder = {
	/** Its first part goes to an address. */
	readonly opensPage: boolean;
	/** An element was found by its fingerprint and not by its locator. */
	readonly hasHealed: boolean;
	/** What the step means. Throws `StepFailed`: it cannot be read, or fits different elements. */
	read(): Promise<Pick<Reading, 'line' | 'note' | 'parts'>>;
	/** All parts, when those before this one have been carried out: what it means may show only then. */
	partsAt(place: number): Promise<readonly Part[]>;
	/** The elements of an action. Throws `StepFailed`. */
	elements(place: number, part: Part): Promise<{elements: Elements; entry: PlayedPart}>;
	/** One that shows only while the part is carried out. Throws `StepFailed`. */
	more(entry: PlayedPart, slot: string, target: Target, op: Operation): Promise<Found>;
	/** Saves an element that was found on the way. */
	keep(entry: PlayedPart, slot: string, target: Target, found: Found): Promise<void>;
	/** Looks until the assertion holds. Throws `StepFailed`. */
	check(place: number, part: AssertionPart): Promise<Checked>;
	/** The entry of an assertion that held. */
	observed(place: number, part: Part, checked: Checked): Promise<PlayedPart>;
	/** The entry of a part without elements. */
	plain(place: number, part: Part): PlayedPart;
};
