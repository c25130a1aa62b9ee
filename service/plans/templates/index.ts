import {createMinimal} from './create-minimal.ts';
import {sort} from './sort.ts';
import {bulk} from './bulk.ts';
import {call} from './call.ts';
import {idempotent} from './idempotent.ts';
import {etag} from './etag.ts';
import {replaceTwice} from './replace-twice.ts';
import {asynchronous} from './async.ts';
import {upload} from './upload.ts';
import {search} from './search.ts';
import {errorShape} from './error-shape.ts';
import {conflict} from './conflict.ts';
import {unknownReference} from './unknown-reference.ts';
import {deleteTwice} from './delete-twice.ts';
import {otherParent} from './other-parent.ts';
import {parallel} from './parallel.ts';
import {lesserRole, otherUser} from './second-caller.ts';
import {action} from './action.ts';
import {relate} from './relate.ts';
import {authRequired} from './auth-required.ts';
import {boundsAccepted} from './bounds-accepted.ts';
import {boundsRefused} from './bounds-refused.ts';
import {create} from './create.ts';
import {remove} from './delete.ts';
import {duplicate} from './duplicate.ts';
import {filter} from './filter.ts';
import {foreignFields} from './foreign-fields.ts';
import {invalidBody} from './invalid-body.ts';
import {invalidQuery} from './invalid-query.ts';
import {list} from './list.ts';
import {login} from './login.ts';
import {pages} from './pages.ts';
import {read} from './read.ts';
import type {RowTemplate} from './row-draft.ts';
import {shape} from './shape.ts';
import {singleton} from './singleton.ts';
import {texts} from './texts.ts';
import {malformedId} from './malformed-id.ts';
import {unknownId} from './unknown-id.ts';
import {unreadableBody} from './unreadable-body.ts';
import {update} from './update.ts';

/** Every template of a row, in the order of its rows within an endpoint. */
export const templates: readonly RowTemplate[] = [
	create,
	read,
	list,
	update,
	remove,
	action,
	relate,
	call,
	singleton,
	filter,
	pages,
	createMinimal,
	sort,
	bulk,
	idempotent,
	etag,
	replaceTwice,
	asynchronous,
	upload,
	search,
	shape,
	errorShape,
	login,
	authRequired,
	otherUser,
	lesserRole,
	unknownId,
	malformedId,
	duplicate,
	conflict,
	unknownReference,
	invalidBody,
	unreadableBody,
	invalidQuery,
	deleteTwice,
	boundsAccepted,
	boundsRefused,
	texts,
	foreignFields,
	otherParent,
	parallel,
];
