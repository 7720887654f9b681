console.log('keelson');
