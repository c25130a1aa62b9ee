import type {TestTable} from '../store/tests/test-tables.ts';

/** The values that a test declares to give and to need. */
export const declaredIn = ({produces, consumes}: Pick<TestTable, 'produces' | 'consumes'>) => ({
	produces: JSON.parse(produces) as string[],
	needs: JSON.parse(consumes) as string[],
});
