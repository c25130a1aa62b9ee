import type {Batch} from '../../../contract/batch.ts';
import {columnFlags} from '../shared-flags.ts';

/** Columns of the member table. */
export const memberColumnFlags = columnFlags(['wave', 'test', 'name', 'role', 'status', 'duration', 'note']);

/** Members of some states only; everything else stays complete. */
export const withMembersIn = (batch: Batch, statuses: readonly string[] | undefined): Batch =>
	statuses ? {...batch, members: batch.members.filter(({status}) => statuses.includes(status))} : batch;
