const words: Record<string, string> = {
	ENOENT: 'no such file',
	EEXIST: 'something that is no directory stands there',
	EISDIR: 'it is a directory',
	ENOTDIR: 'it, or a part of its path, is not a directory',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EROFS: 'the file system is read-only',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is used up',
	EINVAL: 'it is not a regular file',
	ENAMETOOLONG: 'the name is too long',
	ELOOP: 'its symbolic links go in circles',
	EMFILE: 'too many files are open',
	EBUSY: 'it is in use',
	ETXTBSY: 'it is in use',
};

/** Why the file system refused, in the words of people; a code without words stays as it is. */
export const fileErrorWords = (code: string): string => words[code] ?? code;

/** Whether the file system refused because there is no space, or no more for this user. */
export const isFullDisk = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT';
