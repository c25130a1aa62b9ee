import type {Chain} from '../../contract/chain.ts';

/** Whether values go from one step of a chain to another; a circle of needs is told as what it is. */
export const handsOn = ({captures, steps, error}: Chain): boolean =>
	captures.length > 0 ||
	error?.kind === 'circular_dependency' ||
	steps.some(({produces, uses}) => produces.length > 0 || uses.length > 0);
