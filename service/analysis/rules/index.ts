import {absentValue} from './absent-value.ts';
import {brokenTest} from './broken-test.ts';
import {checksNothing} from './checks-nothing.ts';
import {conflict} from './conflict.ts';
import {emptyList} from './empty-list.ts';
import {endedProcess} from './ended-process.ts';
import {errorInSuccess} from './error-in-success.ts';
import {exceededLimit} from './exceeded-limit.ts';
import {failedAssertion} from './failed-assertion.ts';
import {lostChange} from './lost-change.ts';
import {stillThere} from './still-there.ts';
import {wrongHeader} from './wrong-header.ts';
import {missingKey} from './missing-key.ts';
import {missingModule} from './missing-module.ts';
import {notJson} from './not-json.ts';
import {ownRemoval} from './own-removal.ts';
import {noAddress} from './no-address.ts';
import {otherForm} from './other-form.ts';
import {otherStatus} from './other-status.ts';
import {rateLimit} from './rate-limit.ts';
import {refusedConnection} from './refused-connection.ts';
import {refusedCredentials} from './refused-credentials.ts';
import {refusedInput} from './refused-input.ts';
import type {Rule} from './rule.ts';
import {schemaDrift} from './schema-drift.ts';
import {serverError} from './server-error.ts';
import {shortList} from './short-list.ts';
import {slowAnswer} from './slow-answer.ts';
import {slowCall} from './slow-call.ts';
import {syntaxError} from './syntax-error.ts';
import {unavailableRunner} from './unavailable-runner.ts';
import {undeclaredVariable} from './undeclared-variable.ts';
import {unexpectedSuccess} from './unexpected-success.ts';
import {unknownRoute} from './unknown-route.ts';
import {unwantedKey} from './unwanted-key.ts';
import {wrongBody} from './wrong-body.ts';
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
	otherForm,
	schemaDrift,
	errorInSuccess,
	missingKey,
	notJson,
	shortList,
	emptyList,
	wrongType,
	wrongValue,
	wrongBody,
	unwantedKey,
	slowCall,
	absentValue,
	brokenTest,
	failedAssertion,
];
