import type {CleanupSettings} from '../../contract/cleanup.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {ProjectCleanup} from '../store/cleanup/cleanup-settings.ts';

/** The settings of a project as its readers see them. */
export const settingsView = (projectId: string, {updatedAt, ...settings}: ProjectCleanup): CleanupSettings => ({
	projectId,
	...settings,
	updatedAt: updatedAt === null ? null : timestamp(updatedAt),
});
