import {describe, expect, it} from 'vitest';
import {databaseFailure} from '../../../service/process/database-failure.ts';
import {RefusedDatabaseError} from '../../../service/store/dialect/refused-database.ts';

const wordsOf = (holder: string | null) => {
	const error = new RefusedDatabaseError({reason: 'in_use', holder});
	return databaseFailure(error, 'postgres://svc:canary@db.example/svc').failure;
};

describe('a database that is needed alone and is in use', () => {
	it('names one of those that use it, and what to stop: any number of processes may', () => {
		const {code, message, nextAction} = wordsOf('process 7 on host');
		expect([code, message]).toEqual(['CONFLICT', 'The database db.example:5432/svc is in use by process 7 on host.']);
		expect(nextAction).toMatch(/^Stop every process that uses it first \(svc service status lists them\)/);
	});

	it('is told also where nobody may see who that is', () => {
		expect(wordsOf(null).message).toBe('The database db.example:5432/svc is in use.');
	});
});
