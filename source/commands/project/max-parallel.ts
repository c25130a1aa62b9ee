import {integer} from '../flag.ts';

export const maxParallelFlag = integer('Tests of the project that execute at once at most, over all batches', {
	min: 1,
	max: 1000,
});
