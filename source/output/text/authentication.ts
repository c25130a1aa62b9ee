import type {SavedAutoAuth, SavedCredential, TestLogin} from '../../../contract/authentication.ts';
import {labelBlock} from '../label-block.ts';

export const savedCredential = ({projectId, authType, rewroteCount}: SavedCredential): string =>
	labelBlock([
		['projectId', projectId],
		['authType', authType],
		['rewroteCount', rewroteCount],
	]);

export const savedAutoAuth = (saved: SavedAutoAuth): string =>
	labelBlock([
		['projectId', saved.projectId],
		['enabled', saved.enabled],
		['method', saved.method],
		['inject', saved.inject],
		['health', saved.health],
		['lastRefreshError', saved.lastRefreshError],
	]);

export const loginTest = ({ok, outcome, status, tokenPreview, expiresAt, reason}: TestLogin): string =>
	labelBlock([
		['ok', ok],
		['outcome', outcome],
		['status', status],
		['token', tokenPreview],
		['expiresAt', expiresAt],
		['reason', reason],
	]);
