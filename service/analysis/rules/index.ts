import {errorInSuccess} from './error-in-success.ts';
import {lostChange} from './lost-change.ts';
import {slowAnswer, slowCall, refusedConnection} from './no-answer.ts';
import {absentValue, brokenTest, failedAssertion} from './own-code.ts';
import {
	unavailableRunner,
	syntaxError,
	missingModule,
	checksNothing,
	undeclaredVariable,
	exceededLimit,
	endedProcess,
	rateLimit,
} from './preconditions.ts';
import {stillThere} from './still-there.ts';
import {wrongHeader} from './wrong-header.ts';
import {missingKey} from './missing-key.ts';
import {notCompressed, notJson} from './not-json.ts';
import {ownRemoval} from './own-removal.ts';
import {noAddress} from './no-address.ts';
import {otherForm} from './other-form.ts';
import {refusedCredentials} from './refused-credentials.ts';
import type {Rule} from './rule.ts';
import {schemaDrift} from './schema-drift.ts';
import {unknownRoute} from './unknown-route.ts';
import {unwantedKey} from './unwanted-key.ts';
import {wrongBody} from './wrong-body.ts';
import {shortList, emptyList, unlistedRecord} from './wrong-list.ts';
import {serverError, conflict, refusedInput, unexpectedSuccess, otherStatus} from './wrong-status.ts';
import {wrongType} from './wrong-type.ts';
import {wrongValue} from './wrong-value.ts';

/** What kept the test from running to its end or from checking anything: certain by itself, whatever was before. */
export const preconditions: readonly Rule[] = [
	unavailableRunner,
	syntaxError,
	missingModule,
	checksNothing,
	undeclaredVariable,
	exceededLimit,
	endedProcess,
	rateLimit,
];

/**
 * Every other rule, the most specific first; the first that finds something speaks. First what kept the test from
 * reaching the API, then what a status says, then what an answer's body says, then the test's own code, last the bare assertion.
 */
export const rules: readonly Rule[] = [
	noAddress,
	refusedConnection,
	slowAnswer,
	serverError,
	refusedCredentials,
	conflict,
	refusedInput,
	ownRemoval,
	unknownRoute,
	stillThere,
	unexpectedSuccess,
	otherStatus,
	lostChange,
	wrongHeader,
	notCompressed,
	otherForm,
	schemaDrift,
	errorInSuccess,
	missingKey,
	notJson,
	shortList,
	emptyList,
	unlistedRecord,
	wrongType,
	wrongValue,
	wrongBody,
	unwantedKey,
	slowCall,
	absentValue,
	brokenTest,
	failedAssertion,
];
